// SPDX-License-Identifier: Apache-2.0
// Adds to a page that is complete without it: tips with exact numbers, sorting, searching, and the
// same feature highlighted wherever it appears. Texts of the data become text nodes only.
(() => {
  'use strict';
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const tip = document.getElementById('tip');
  const spoken = document.getElementById('spoken');

  // Tips.
  const tipOf = (element) => {
    const mark = element.closest('[data-tip], td[data-v]');
    if (!mark) return null;
    return {mark, text: mark.dataset.tip || mark.dataset.v};
  };
  const showTip = (text, x, y) => {
    tip.textContent = text;
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    const right = document.documentElement.clientWidth - box.width - 8;
    const above = y - box.height - 14;
    tip.style.left = Math.max(8, Math.min(x + 12, right)) + 'px';
    tip.style.top = (above > 8 ? above : y + 18) + 'px';
  };
  const hideTip = () => { tip.hidden = true; };
  const point = (event) => {
    const found = event.target instanceof Element ? tipOf(event.target) : null;
    if (found) showTip(found.text, event.clientX, event.clientY);
    else hideTip();
  };
  // The title child shows the same text without a script; here it would be a second tip.
  for (const mark of all('svg [data-tip]')) {
    for (const child of all('title', mark)) child.remove();
  }
  document.addEventListener('pointermove', point);
  document.addEventListener('pointerdown', point);
  document.addEventListener('scroll', hideTip, {passive: true, capture: true});
  document.addEventListener('pointerleave', hideTip);

  // Highlighting one feature everywhere.
  let lit = null;
  const light = (features) => {
    lit = features;
    for (const element of all('[data-feature]')) {
      element.classList.toggle('lit', features !== null && features.has(element.dataset.feature));
    }
    for (const svg of all('.plot svg')) {
      svg.classList.toggle('dimmed', features !== null && svg.querySelector('.lit') !== null);
    }
  };

  // The marks of a chart by keyboard: one stop for each chart, arrow keys within.
  for (const plot of all('.plot')) {
    const svg = plot.querySelector('svg');
    const marks = all('[data-tip]', plot);
    if (marks.length === 0) continue;
    const title = svg.querySelector('title');
    plot.tabIndex = 0;
    plot.setAttribute('role', 'group');
    plot.setAttribute('aria-label',
      (title ? title.textContent : 'Chart') + ': arrow keys read the exact numbers');
    let now = -1;
    const leave = () => {
      if (now >= 0) marks[now].classList.remove('now');
      now = -1;
      hideTip();
    };
    plot.addEventListener('keydown', (event) => {
      const steps = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
      if (event.key === 'Escape') return leave();
      const last = marks.length - 1;
      let next = now;
      if (event.key in steps) next = Math.max(0, Math.min(last, now + steps[event.key]));
      else if (event.key === 'Home') next = 0;
      else if (event.key === 'End') next = last;
      else return undefined;
      event.preventDefault();
      leave();
      now = next;
      marks[now].classList.add('now');
      const box = marks[now].getBoundingClientRect();
      showTip(marks[now].dataset.tip, box.left + box.width / 2, box.top);
      spoken.textContent = marks[now].dataset.tip;
      return undefined;
    });
    plot.addEventListener('blur', leave);
    // A click on a mark highlights its feature, and a second one ends that.
    plot.addEventListener('click', (event) => {
      const mark = event.target instanceof Element ? event.target.closest('[data-feature]') : null;
      const feature = mark ? mark.dataset.feature : null;
      const isLit = lit !== null && lit.size === 1 && lit.has(feature);
      light(feature === null || isLit ? null : new Set([feature]));
    });
  }
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hideTip();
  });

  // Sorting.
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    if (!cell) return '';
    if (cell.dataset.v !== undefined) return Number(cell.dataset.v.replace('inf', 'Infinity'));
    return cell.dataset.s !== undefined ? cell.dataset.s : cell.textContent;
  };
  const compare = (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return String(a).localeCompare(String(b), 'en', {numeric: true});
  };
  const sort = (table, column, direction) => {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows).map((row, place) => ({row, place, value: valueOf(row, column)}));
    // Cells without a number stay at the end.
    const isBlank = (value) => value === '' || value === '\u2013';
    rows.sort((a, b) => Number(isBlank(a.value)) - Number(isBlank(b.value)) ||
      direction * compare(a.value, b.value) || a.place - b.place);
    body.append(...rows.map((each) => each.row));
  };
  for (const table of all('table')) {
    if (table.tBodies[0].rows.length < 2) continue;
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener('click', () => {
        const isNumber = head.classList.contains('n');
        const before = head.getAttribute('aria-sort');
        // Numbers are of interest from above, names from A.
        const first = isNumber ? 'descending' : 'ascending';
        const second = isNumber ? 'ascending' : 'descending';
        const order = before === first ? second : first;
        for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', order);
        sort(table, column, order === 'ascending' ? 1 : -1);
      });
    });
  }

  // Searching.
  const report = JSON.parse(document.getElementById('pith-report').textContent);
  const names = (report.features || []).map((each) => [String(each.index), each.name.toLowerCase()]);
  const bar = document.getElementById('bar');
  const input = document.getElementById('search');
  const status = document.getElementById('search-status');
  const search = () => {
    const wanted = input.value.trim().toLowerCase();
    if (wanted === '') {
      status.textContent = '';
      light(null);
      for (const row of all('tr.filtered')) row.classList.remove('filtered');
      return;
    }
    const found = new Set(names.filter((each) => each[1].includes(wanted)).map((each) => each[0]));
    light(found);
    for (const row of all('tbody tr[data-feature]')) {
      row.classList.toggle('filtered', !found.has(row.dataset.feature));
    }
    const count = found.size;
    status.textContent = count === 1 ? '1 feature' : (count === 0 ? 'no' : count) + ' features';
  };
  input.addEventListener('input', search);
  document.getElementById('search-form').addEventListener('submit', (event) => event.preventDefault());
  document.getElementById('search-clear').addEventListener('click', () => {
    input.value = '';
    search();
    input.focus();
  });
  if (names.length > 0) bar.hidden = false;

  // A link to a feature highlights it; a target inside a closed table opens it.
  const follow = () => {
    let target = null;
    try {
      target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch { /* an address that is not one of ours */ }
    if (!target) return;
    for (let box = target.closest('details'); box; box = box.parentElement.closest('details')) box.open = true;
    if (target.classList.contains('filtered')) { input.value = ''; search(); }
    if (target.dataset.feature !== undefined) light(new Set([target.dataset.feature]));
    if (target.matches('tr, .multiples > div')) target.scrollIntoView({block: 'center'});
  };
  window.addEventListener('hashchange', follow);
  if (location.hash) follow();

  // On paper everything is open.
  let opened = [];
  window.addEventListener('beforeprint', () => {
    opened = all('details:not([open])');
    for (const box of opened) box.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const box of opened) box.open = false;
  });
})();
