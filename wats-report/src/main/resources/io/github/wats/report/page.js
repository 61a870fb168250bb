// Optional: the page is complete without this script.
'use strict';

// A button for light and dark.
const root = document.documentElement;
const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
const theme = document.createElement('button');
theme.className = 'theme';
const nameTheme = () => { theme.textContent = isDark() ? 'light mode' : 'dark mode'; };
theme.addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; nameTheme(); });
nameTheme();
document.querySelector('header').prepend(theme);

// Buttons that hide and show the series of a figure.
for (const list of document.querySelectorAll('ul.series')) {
  const bar = document.createElement('div');
  bar.className = 'toggles';
  for (const item of list.children) {
    const button = document.createElement('button');
    button.textContent = item.textContent;
    button.setAttribute('aria-pressed', 'true');
    button.addEventListener('click', () => {
      const shown = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(shown));
      for (const group of bar.closest('figure').querySelectorAll('g[data-series]')) {
        if (group.dataset.series === item.dataset.series) group.toggleAttribute('hidden', !shown);
      }
    });
    bar.append(button);
  }
  list.replaceWith(bar);
}

// Tooltips beside the pointer; the browser's own appear late, and never on phones.
for (const title of document.querySelectorAll('svg title')) {
  title.parentNode.dataset.tip = title.textContent;
  title.remove();
}
const tip = document.createElement('div');
tip.className = 'tip';
tip.hidden = true;
document.body.append(tip);
const showTip = event => {
  const mark = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
  tip.hidden = !mark;
  if (!mark) return;
  tip.textContent = mark.dataset.tip;
  const left = Math.max(4, Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8));
  const below = event.clientY + 16;
  const top = below + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 10 : below;
  tip.style.left = left + 'px';
  tip.style.top = top + 'px';
};
document.addEventListener('pointermove', showTip);
document.addEventListener('pointerdown', showTip);
document.addEventListener('scroll', () => { tip.hidden = true; }, { passive: true });
