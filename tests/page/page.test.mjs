// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {readFileSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {clean, documentOf, launch, numbers, open, report, wine, write} from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const long = 'a_feature_name_of_sixty_characters_that_says_what_it_measures';
const huge = 'h'.repeat(10000);
const hostile = ['</script><script>document.title="broken"</script>', '"><img src=x onerror=alert(1)>',
  '\u202Eright to left', huge, long, '<!--', '&lt;b&gt;', "it's", '{{json}}', 'x\u0007\u2028y'];
const pages = {};
let browser;

/** A table with two classes and one line of names, in which the first features predict the class. */
function table(names, rows, target, classes = 'ab') {
  const next = numbers(7);
  const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
  const lines = [names.map(quoted).concat('target').join(',')];
  for (let row = 0; row < rows; ++row) {
    const side = row % 2;
    const values = names.map((_, i) => (next() + (i < 5 ? side * (1 - i / 10) : 0)).toFixed(4));
    lines.push(values.concat(target === 'number' ? (side * 2 + next()).toFixed(4) : classes[side]).join(','));
  }
  return lines.join('\n') + '\n';
}

before(async () => {
  pages.wine = report('wine.html', [wine, '--target', 'class']);
  pages.hostile = report('hostile.html', [write('hostile.csv', table(hostile, 80)), '-k', '8']);
  pages.numeric = report('numeric.html',
    [write('numeric.csv', table(['a', 'b', 'c', 'd', 'e', 'f'], 80, 'number')), '-k', '3']);
  // Names that are equal where they are shortened.
  const alike = Array.from({length: 12}, (_, i) => `${'p'.repeat(90)}${i}`.padEnd(200, 'x'));
  pages.alike = report('alike.html', [write('alike.csv', table(alike, 60, 'class', ['c'.repeat(300), 'd']))]);
  const many = Array.from({length: 10000}, (_, i) => `feature_number_${i}`);
  pages.many = report('many.html', [write('many.csv', table(many, 40))]);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  clean();
});

/** Opens a page, runs `body` and requires that nothing was loaded and nothing complained about. */
async function visit(name, body, options = {}) {
  const {page, seen} = await open(browser, pages[name], options);
  try {
    await body(page);
    assert.deepEqual(seen.complaints, []);
    assert.deepEqual(seen.requests.filter((url) => !url.startsWith(pathToFileURL(pages[name]).href)), []);
  } finally {
    await page.context().close();
  }
}

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, {resultTypes: ['violations']}));
  return found.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).slice(0, 3).join(' ')}`);
}

test('a page loads nothing and has no error, in light and dark', async () => {
  for (const name of Object.keys(pages)) {
    for (const scheme of ['light', 'dark']) {
      await visit(name, async (page) => {
        assert.equal(await page.locator('h1').count(), 1);
        assert.notEqual(await page.title(), 'broken');
      }, {scheme});
    }
  }
});

test('every chart is there, and its tips have the numbers of the JSON', async () => {
  const report = documentOf(pages.wine);
  const tips = (page, id) => page.locator(`#figure-${id} [data-tip]`).evaluateAll(
    (marks) => marks.map((mark) => [mark.dataset.feature, mark.dataset.tip]));
  await visit('wine', async (page) => {
    for (const id of ['chart-path', 'chart-relevance', 'chart-redundancy', 'chart-error-0', 'chart-stability',
      'chart-agreement']) {
      assert.equal(await page.locator(`#figure-${id} svg[role=img] title`).first().count(), 1, id);
      assert.ok((await tips(page, id)).length > 1, id);
    }
    const main = report.selections[0];
    const path = await tips(page, 'chart-path');
    for (const step of main.selected) {
      const own = path.filter((each) => each[0] === String(step.index)).map((each) => each[1]).join(' ');
      assert.ok(own.includes(String(step.score)), `${own} has ${step.score}`);
    }
    const stable = await tips(page, 'chart-stability');
    for (const each of report.stability.features) {
      assert.ok(stable.some((tip) => tip[0] === String(each.index) && tip[1].includes(String(each.selected))));
    }
    const map = (await tips(page, 'chart-redundancy')).map((each) => each[1]).join('\n');
    const values = report.explanations[0].similarity.values;
    assert.ok(map.includes(String(values[1][0])), 'the heat map has the exact similarity');
    const errors = (await tips(page, 'chart-error-0')).map((each) => each[1]).join('\n');
    for (const point of report.evaluation.curves[0].points)
      assert.ok(errors.includes(`${point.k} `) || errors.includes(`k = ${point.k}`));
    assert.equal(await page.locator('.multiples svg').count(), report.explanations[0].distributions.length);
    const rows = report.explanations[0].distributions[0].counts.flatMap((each) => each.counts).reduce((a, b) => a + b, 0);
    assert.equal(rows, 178);
  });
});

test('tables have the exact numbers of the JSON', async () => {
  const report = documentOf(pages.wine);
  await visit('wine', async (page) => {
    for (const step of report.explanations[0].steps) {
      const values = await page.locator(`#path-${step.index} td[data-v]`).evaluateAll(
        (cells) => cells.map((cell) => Number(cell.dataset.v)));
      for (const name of ['rank', 'score', 'relevance', 'redundancy']) assert.ok(values.includes(step[name]), name);
    }
    const cells = await page.locator('#error-table-0 tbody tr').first().locator('td').evaluateAll(
      (all) => all.map((cell) => Number(cell.dataset.v)));
    assert.deepEqual(cells, [report.evaluation.k[0],
      ...report.evaluation.curves.map((curve) => curve.points[0].error.mean)]);
    for (const each of report.explanations[0].substitutes) {
      const row = page.locator(`#substitute-${each.index} td[data-v]`).first();
      assert.equal(Number(await row.getAttribute('data-v')), each.candidates[0].loss);
    }
  });
});

test('a tip appears by mouse, keyboard and touch', async () => {
  await visit('wine', async (page) => {
    const tip = page.locator('#tip');
    assert.equal(await tip.isVisible(), false);
    const mark = page.locator('#figure-chart-path [data-tip]').first();
    await mark.locator('rect').first().hover();
    assert.equal(await tip.textContent(), await mark.getAttribute('data-tip'));
    await page.mouse.move(2, 2);
    assert.equal(await tip.isVisible(), false);
    const plot = page.locator('#figure-chart-stability .plot');
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const second = await page.locator('#figure-chart-stability [data-tip]').nth(1).getAttribute('data-tip');
    assert.equal(await tip.textContent(), second);
    assert.equal(await page.locator('#spoken').textContent(), second);
    await page.keyboard.press('Escape');
    assert.equal(await tip.isVisible(), false);
    const cell = page.locator('#path-table td[data-v]').nth(1);
    await cell.dispatchEvent('pointerdown', {pointerType: 'touch', clientX: 50, clientY: 200, bubbles: true});
    assert.equal(await tip.textContent(), await cell.getAttribute('data-v'));
  });
});

test('a table is sorted by its exact values', async () => {
  await visit('wine', async (page) => {
    const head = page.locator('#path-table thead th', {hasText: 'relevance'});
    const column = async () => page.locator('#path-table tbody tr').evaluateAll((rows, heading) => {
      const place = Array.from(rows[0].closest('table').tHead.rows[0].cells).findIndex(
        (cell) => cell.textContent === heading);
      return rows.map((row) => Number(row.cells[place].dataset.v));
    }, 'relevance');
    const before = await column();
    await head.locator('button').click();
    assert.equal(await head.getAttribute('aria-sort'), 'descending');
    assert.deepEqual(await column(), [...before].sort((a, b) => b - a));
    await head.locator('button').press('Enter');
    assert.equal(await head.getAttribute('aria-sort'), 'ascending');
    assert.deepEqual(await column(), [...before].sort((a, b) => a - b));
  });
});

test('searching shows the rows of a feature, and highlights its marks', async () => {
  await visit('wine', async (page) => {
    await page.getByLabel('Find a feature').fill('FLAVAN');
    assert.equal(await page.locator('#search-status').textContent(), '2 features');
    await page.getByLabel('Find a feature').fill('flavanoids');
    const rows = await page.locator('#features-table tbody tr:visible').allTextContents();
    assert.ok(rows.length >= 1 && rows.every((row) => row.includes('flavanoids')));
    assert.ok(await page.locator('#figure-chart-path svg .lit').count() > 0);
    await page.getByRole('button', {name: 'Clear'}).click();
    assert.equal(await page.locator('tr.filtered').count(), 0);
    assert.equal(await page.locator('.lit').count(), 0);
    await page.getByLabel('Find a feature').fill('no such feature');
    assert.equal(await page.locator('#search-status').textContent(), 'no features');
  });
});

test('a feature links to all places where it appears', async () => {
  await visit('wine', async (page) => {
    const {index} = documentOf(pages.wine).selections[0].selected[0];
    await page.locator(`#path-${index} th a`).click();
    const row = page.locator(`#feature-${index}`);
    assert.ok(await row.isVisible());
    assert.ok((await row.getAttribute('class')).includes('lit'));
    const places = await row.locator('td:last-child a').evaluateAll((links) => links.map((link) => link.hash));
    assert.ok(places.length >= 5, String(places));
    for (const place of places) {
      await row.locator(`a[href="${place}"]`).first().click();
      assert.ok(await page.locator(place).isVisible(), place);
    }
    const broken = await page.evaluate(() => Array.from(document.querySelectorAll('a[href^="#"]'))
      .filter((link) => !document.getElementById(link.hash.slice(1))).map((link) => link.hash));
    assert.deepEqual(broken, []);
    const ids = await page.evaluate(() => Array.from(document.querySelectorAll('[id]')).map((each) => each.id));
    assert.equal(new Set(ids).size, ids.length);
  });
});

test('axe finds no violation, in light and dark, wide and on a phone', async () => {
  const looks = [['wine', 'light', 1280], ['wine', 'dark', 390], ['hostile', 'dark', 1280], ['numeric', 'light', 390],
    ['alike', 'light', 1280]];
  for (const [name, scheme, width] of looks) {
    await visit(name, async (page) => {
      await page.evaluate(() => { for (const box of document.querySelectorAll('details')) box.open = true; });
      assert.deepEqual(await violations(page), [], `${name}, ${scheme}`);
    }, {scheme, width});
  }
});

test('the colours follow the scheme', async () => {
  const paper = {};
  for (const scheme of ['light', 'dark']) {
    await visit('wine', async (page) => {
      paper[scheme] = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    }, {scheme});
  }
  assert.equal(paper.light, 'rgb(255, 255, 255)');
  assert.notEqual(paper.dark, paper.light);
});

test('a phone does not scroll sideways', async () => {
  for (const name of Object.keys(pages)) {
    await visit(name, async (page) => {
      await page.evaluate(() => { for (const box of document.querySelectorAll('details')) box.open = true; });
      const [content, view] = await page.evaluate(
        () => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(content <= view, `${name}: ${content} > ${view}`);
    }, {width: 390, height: 844});
  }
});

test('headings of tables stay in their columns, and numbers of axes in their charts', async () => {
  for (const name of ['wine', 'alike', 'many']) {
    await visit(name, async (page) => {
      await page.evaluate(() => { for (const box of document.querySelectorAll('details')) box.open = true; });
      const outside = await page.evaluate(() => {
        // The box of a digit is wider than the digit.
        const leaves = (inner, outer) => inner.left < outer.left - 3 || inner.right > outer.right + 3;
        const parts = [...document.querySelectorAll('thead th > *')].map((each) => [each, each.parentElement]).concat(
          [...document.querySelectorAll('svg text')].map((each) => [each, each.ownerSVGElement]));
        return parts.filter(([part, whole]) => leaves(part.getBoundingClientRect(), whole.getBoundingClientRect()))
          .map(([part]) => part.textContent);
      });
      assert.deepEqual(outside, [], name);
    });
  }
});

test('everything is readable without JavaScript', async () => {
  await visit('wine', async (page) => {
    assert.ok(await page.locator('#figure-chart-path svg').isVisible());
    assert.ok(await page.locator('#path-table').isVisible());
    assert.equal(await page.locator('#bar').isVisible(), false);
    assert.ok(await page.locator('#figure-chart-path svg [data-tip] title').count() > 0);
    await page.locator('#stability summary').click();
    assert.ok(await page.locator('#stability-table').isVisible());
    await page.locator('nav a[href="#quality"]').click();
  }, {script: false});
});

test('hostile names are harmless, and reachable in full', async () => {
  await visit('hostile', async (page) => {
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('body > script').count(), 2);
    const report = documentOf(pages.hostile);
    assert.ok(hostile.every((name) => name.includes('\u0007') || report.features.some((each) => each.name === name)));
    const {index} = report.features.find((each) => each.name === huge);
    const row = page.locator(`#feature-${index}`);
    assert.equal(await row.locator('details bdi').last().textContent(), huge);
    assert.ok((await row.locator('summary').textContent()).length <= 60);
    const text = await page.evaluate(() => document.body.innerText);
    assert.ok(!/[\u202a-\u202e\u2066-\u2069\u0007]/.test(text));
  });
});

test('a page is printed with its tables', async () => {
  await visit('wine', async (page) => {
    const pdf = await page.pdf({format: 'A4'});
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    assert.ok(pdf.length > 50000, String(pdf.length));
    await page.emulateMedia({media: 'print'});
    assert.equal(await page.locator('nav').isVisible(), false);
    assert.equal(await page.locator('#bar').isVisible(), false);
    // Chromium does not repeat headings on each page if one of them has a box in it.
    const display = await page.locator('#path-table th button').first().evaluate((each) => getComputedStyle(each).display);
    assert.equal(display, 'contents');
  });
});

test('pages are small, and the same input gives the same bytes', () => {
  assert.ok(statSync(pages.wine).size <= 300000, `wine: ${statSync(pages.wine).size}`);
  assert.ok(statSync(pages.many).size <= 500000, `10,000 features: ${statSync(pages.many).size}`);
  const again = report('again.html', [wine, '--target', 'class', '--threads', '1']);
  assert.ok(readFileSync(again).equals(readFileSync(pages.wine)));
});

test('a page holds no rows of the table', () => {
  const text = readFileSync(pages.hostile, 'utf8');
  const lines = table(hostile, 80).trim().split('\n').slice(1);
  const shown = lines.flatMap((line) => line.split(',').slice(0, -1)).filter((value) => text.includes(value));
  // The least and the largest value of a column are in the inspection and the edges of histograms.
  assert.ok(shown.length <= 6 * hostile.length, String(shown.length));
});
