// Regions that scroll can be reached by keyboard, and the button that copies code is no landmark of its own.
function name() {
  document.querySelectorAll('.md-code__nav').forEach(nav => nav.setAttribute('role', 'presentation'));
  document.querySelectorAll('pre > code, .md-typeset__scrollwrap').forEach(region => {
    if (region.scrollWidth > region.clientWidth) region.tabIndex = 0;
  });
}
addEventListener('load', () => setTimeout(name));
addEventListener('resize', name);
