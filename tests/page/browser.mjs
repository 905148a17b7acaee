// SPDX-License-Identifier: Apache-2.0
// What the tests of the page share: reports made by the program, and a browser that has no network.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const program = process.env.PITH || path.join(root, 'build/release/bin/pith');
export const folder = mkdtempSync(path.join(tmpdir(), 'pith-page-'));

export const wine = path.join(root, 'examples/wine.csv');

/** Runs pith, with the time of the page fixed; returns what it wrote to the file `name`. */
export function report(name, words) {
  const file = path.join(folder, name);
  execFileSync(program, ['report', ...words, '--quiet', '-o', file],
    {env: {...process.env, SOURCE_DATE_EPOCH: '1800000000'}, cwd: folder});
  return file;
}

export function write(name, text) {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Numbers that look random and are the same on every run. */
export function numbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** The document inside a page. */
export function documentOf(file) {
  const text = readFileSync(file, 'utf8');
  const block = text.match(/<script type="application\/json" id="pith-report">(.*?)<\/script>/s);
  return JSON.parse(block[1]);
}

/** A browser with an empty profile, which calls nobody. */
export async function launch() {
  const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';
  if (!existsSync(executablePath)) throw new Error(`there is no ${executablePath}`);
  return chromium.launch({
    executablePath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** Opens a file in a fresh context; `seen` collects requests and complaints. */
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({
    viewport: {width: options.width || 1280, height: options.height || 900},
    colorScheme: options.scheme || 'light',
    javaScriptEnabled: options.script !== false,
  });
  const page = await context.newPage();
  const seen = {requests: [], complaints: []};
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.complaints.push(message.text());
  });
  page.on('pageerror', (error) => seen.complaints.push(String(error)));
  await page.goto(pathToFileURL(file).href);
  return {page, seen};
}

export function clean() {
  rmSync(folder, {recursive: true, force: true});
}
