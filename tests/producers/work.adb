--  SPDX-License-Identifier: GPL-3.0-or-later
with Ada.Text_IO;
procedure Work is
   package Sums is
      function Sum_Of (N : Integer) return Long_Float with No_Inline;
      function Twice (N : Integer) return Long_Float with No_Inline;
   end Sums;
   package body Sums is
      function Sum_Of (N : Integer) return Long_Float is
         S : Long_Float := 0.0;
      begin
         for I in 1 .. N loop
            S := S + 1.0 / Long_Float (I);
         end loop;
         return S;
      end Sum_Of;
      function Twice (N : Integer) return Long_Float is (Sum_Of (N) + Sum_Of (N + 1));
   end Sums;
   T : Long_Float := 0.0;
begin
   for K in 1 .. 200 loop
      T := T + Sums.Twice (3_000 + K);
   end loop;
   Ada.Text_IO.Put_Line (Long_Float'Image (T));
end Work;
