{ SPDX-License-Identifier: GPL-3.0-or-later }
program work;
{$mode objfpc}
type
  TSums = class
    function SumOf(n: longint): double;
  end;

function TSums.SumOf(n: longint): double;
var
  i: longint;
begin
  result := 0;
  for i := 1 to n do
    result := result + 1.0 / i;
end;

function Twice(s: TSums; n: longint): double;
begin
  result := s.SumOf(n) + s.SumOf(n + 1);
end;

var
  s: TSums;
  t: double;
  k: longint;
begin
  s := TSums.Create;
  t := 0;
  for k := 1 to 200 do
    t := t + Twice(s, 3000 + k);
  writeln(t: 0: 6);
end.
