// Optional: the page is complete without this script.
'use strict';

// Drawings that are shown again become copies, whose marks can be pointed at.
for (const use of document.querySelectorAll('svg use')) {
  const copy = document.querySelector(use.getAttribute('href')).cloneNode(true);
  for (const part of [copy, ...copy.querySelectorAll('[id]')]) part.removeAttribute('id');
  copy.setAttribute('transform', `translate(${use.getAttribute('x')} ${use.getAttribute('y')})`);
  use.replaceWith(copy);
}

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

// Tables as CSV (RFC 4180), with numbers as programs read them; a spreadsheet must not run a text that begins with =.
const csv = text => {
  if (/^[+−]?[\d,]+(\.\d+)?(\xa0%)?$/.test(text)) return text.replace('−', '-').replace(/[,\xa0]/g, '');
  const plain = (text === '–' ? '' : text.replace(/\xa0/g, ' ')).replace(/^[=+@\t-]/, "'$&");
  return /[",\r\n]/.test(plain) ? `"${plain.replace(/"/g, '""')}"` : plain;
};
for (const table of document.querySelectorAll('.scroll > table')) {
  const lines = [...table.rows].filter(row => !row.querySelector('.note')).map(row => [...row.cells].map(cell => csv(cell.textContent)).join(',') + '\r\n');
  const link = document.createElement('a');
  link.textContent = 'CSV';
  link.download = (table.closest('[id]').id.replace('figure-', '') || 'table') + '.csv';
  link.href = 'data:text/csv;charset=utf-8,' + encodeURIComponent(lines.join(''));
  link.className = 'csv';
  table.parentNode.after(link);
}

// Tables sorted by a column: a button in each name.
const number = text => parseFloat(text.replace(/−/g, '-').replace(/[^\d.e+-]/g, ''));
for (const head of document.querySelectorAll('thead th')) {
  const button = document.createElement('button');
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener('click', () => {
    const table = head.closest('table');
    const up = head.getAttribute('aria-sort') !== 'ascending';
    for (const other of table.querySelectorAll('thead th')) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const cards = table.classList.contains('cards');
    const rows = cards ? [...table.tBodies] : [...table.tBodies[0].rows];
    const text = row => (cards ? row.rows[0] : row).cells[head.cellIndex].textContent.trim();
    const numbers = rows.every(row => !/[a-z]/i.test(text(row)));
    const key = row => numbers ? number(text(row)) : text(row);
    const order = (a, b) => numbers
      ? Number.isFinite(b) - Number.isFinite(a) || (up ? a - b : b - a) || 0
      : (up ? 1 : -1) * a.localeCompare(b, 'en', { numeric: true });
    rows.sort((a, b) => order(key(a), key(b)));
    (cards ? table : table.tBodies[0]).append(...rows);
  });
}

// Tooltips beside the pointer; the browser's own appear late, and never on phones.
for (const title of document.querySelectorAll('svg title')) {
  title.parentNode.dataset.tip = title.textContent;
  title.remove();
}
const tip = document.createElement('div');
tip.className = 'tip';
tip.setAttribute('role', 'status');
tip.hidden = true;
document.body.append(tip);
const place = (x, y) => {
  const below = y + 16;
  tip.style.left = Math.max(4, Math.min(x + 12, innerWidth - tip.offsetWidth - 8)) + 'px';
  tip.style.top = (below + tip.offsetHeight > innerHeight ? y - tip.offsetHeight - 10 : below) + 'px';
};
const showTip = event => {
  const mark = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
  tip.hidden = !mark;
  if (!mark) return;
  tip.textContent = mark.dataset.tip;
  place(event.clientX, event.clientY);
};
const light = (svg, mark) => {
  for (const old of svg.querySelectorAll('.now')) old.classList.remove('now');
  if (mark) mark.classList.add('now');
};

// The same by keyboard: arrow keys go through the marks of a drawing.
for (const svg of document.querySelectorAll('figure svg')) {
  const marks = svg.querySelectorAll('[data-tip]');
  if (!marks.length) continue;
  svg.tabIndex = 0;
  svg.setAttribute('aria-roledescription', 'figure; arrow keys read its values');
  let at = -1;
  const leave = () => { tip.hidden = true; light(svg); };
  svg.addEventListener('blur', leave);
  svg.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') leave();
    if (!step) return;
    event.preventDefault();
    at = (at + step + marks.length) % marks.length;
    light(svg, marks[at]);
    tip.hidden = false;
    tip.textContent = marks[at].dataset.tip;
    const box = marks[at].getBoundingClientRect();
    place(box.right, box.bottom);
  });
}

// A slider through the rows of a table, which are the marks of the series "steps".
for (const figure of document.querySelectorAll('figure[data-start]')) {
  const [names, ...rows] = [...figure.querySelectorAll('table tr')].map(row => [...row.cells].map(cell => cell.textContent));
  const bar = document.createElement('label');
  bar.className = 'slider';
  const input = document.createElement('input');
  input.type = 'range';
  input.max = rows.length - 1;
  input.value = figure.dataset.start;
  const output = document.createElement('output');
  const show = () => {
    const row = rows[input.value];
    output.textContent = names.map((name, k) => name + ' ' + row[k]).join(' · ');
    for (const svg of figure.querySelectorAll('svg')) light(svg, svg.querySelectorAll('[data-series=steps] > *')[input.value]);
  };
  input.addEventListener('input', show);
  bar.append(names[0], input, output);
  figure.querySelector('figcaption').before(bar);
  show();
}
document.addEventListener('pointermove', showTip);
document.addEventListener('pointerdown', showTip);
document.addEventListener('scroll', () => { tip.hidden = true; }, { passive: true });
