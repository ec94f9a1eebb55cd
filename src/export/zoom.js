(function () {
var svg = document.currentScript.parentNode, right = 1190, left = 10;
var boxes = Array.from(svg.querySelectorAll('g'));
boxes.forEach(function (g) {
	var r = g.querySelector('rect');
	g.at = +r.getAttribute('x');
	g.size = +r.getAttribute('width');
	g.addEventListener('click', function () { show(g.at, g.size); });
});
svg.querySelector('rect').addEventListener('click', function () { show(left, right - left); });
function show(at, size) {
	boxes.forEach(function (g) {
		var r = g.querySelector('rect'), t = g.querySelector('text');
		var scale = (right - left) / size, low = left + (g.at - at) * scale;
		var high = Math.min(right, low + g.size * scale);
		low = Math.max(left, low);
		var room = Math.floor((high - low) / 7);
		var name = g.querySelector('title').textContent.replace(/: [0-9.]+ s.*$/, '');
		g.style.display = high - low > 0.3 ? '' : 'none';
		r.setAttribute('x', low);
		r.setAttribute('width', Math.max(0, high - low));
		if (!t) {
			t = document.createElementNS(svg.namespaceURI, 'text');
			t.setAttribute('y', +r.getAttribute('y') + 12);
			g.appendChild(t);
		}
		t.setAttribute('x', low + 3);
		t.textContent = name.length > room ? room > 2 ? name.slice(0, room - 2) + '..' : '' : name;
	});
}
})();
