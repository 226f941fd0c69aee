import { expect, test } from 'vitest';
import { headersFile } from '#scripts/host-files.mjs';
import { readMissing } from '#scripts/install.mjs';
import { DEFAULT_PORT, parseOptions } from '#scripts/options.mjs';
import { isPacked } from '#scripts/serve.mjs';

const plain = {
  command: 'serve',
  folder: null,
  webgpu: false,
  model: null,
  models: [],
  out: null,
  chat: false,
  hub: null,
  port: DEFAULT_PORT,
  isPortGiven: false,
  host: '127.0.0.1',
  allowLan: false,
  allowHosts: [],
  origins: [],
  open: false,
  headless: false,
  quiet: false,
  ollama: false,
  ollamaPort: 11_434,
  apiKey: null,
  browser: null,
  keyFile: null,
  data: null,
  help: false,
};

test('pull, list and rm name a model, and the hub comes from an option or the environment', () => {
  const hub = 'https://mirror.example/hub';
  const pull = { ...plain, command: 'pull', model: 'owner/name', hub };
  expect(parseOptions(['pull', 'owner/name', '--hub', `${hub}/`])).toEqual(pull);
  expect(parseOptions(['pull', 'owner/name'], { HF_ENDPOINT: hub })).toEqual(pull);
  expect(parseOptions(['rm', 'a/b'])).toEqual({ ...plain, command: 'rm', model: 'a/b' });
  expect(parseOptions(['list'])).toEqual({ ...plain, command: 'list' });
  const pack = { ...plain, command: 'pack', models: ['a/b', 'c/d'], out: 'x.alcovepack' };
  expect(parseOptions(['pack', 'a/b', 'c/d', '--out', 'x.alcovepack'])).toEqual(pack);
  expect(parseOptions(['--chat'])).toEqual({ ...plain, chat: true });
  expect(() => parseOptions(['pull', 'x', '--hub', 'mirror'])).toThrow('address of a model hub');
});

test('init names a folder', () => {
  expect(parseOptions(['init', 'public/'])).toEqual({
    ...plain,
    command: 'init',
    folder: 'public/',
  });
  expect(parseOptions(['init', 'static', '--webgpu']).webgpu).toBe(true);
  expect(() => parseOptions(['init'])).toThrow('needs the folder');
});

test('the key for programs that send none comes from the environment', () => {
  const env = { ALCOVE_API_KEY: 'alc_key' };
  expect(parseOptions(['--ollama'], env)).toEqual({ ...plain, ollama: true, apiKey: 'alc_key' });
});

test.each([
  [undefined, 11_434],
  ['localhost', 11_434],
  ['0.0.0.0:11500', 11_500],
  [':11500', 11_500],
  ['http://127.0.0.1:11500/', 11_500],
  ['[::1]:11500', 11_500],
])('--ollama listens on the port of OLLAMA_HOST: %s', (address, port) => {
  const env = address === undefined ? {} : { OLLAMA_HOST: address };
  expect(parseOptions(['--ollama'], env)).toMatchObject({ ollamaPort: port });
  // Of a program, where Alcove is not to take the place of Ollama.
  expect(parseOptions([], env)).toEqual(plain);
});

test('an OLLAMA_HOST without a right port is named', () => {
  const start = () => parseOptions(['--ollama'], { OLLAMA_HOST: 'localhost:99999' });
  expect(start).toThrow('The port in OLLAMA_HOST needs a number from 0 to 65535');
});

test('the command line wins over the environment', () => {
  expect(parseOptions([])).toEqual(plain);
  expect(parseOptions([], { PORT: '5000', HOST: '0.0.0.0', ALCOVE_ALLOW_LAN: '1' })).toEqual({
    ...plain,
    port: 5000,
    isPortGiven: true,
    host: '0.0.0.0',
    allowLan: true,
  });
  expect(
    parseOptions(['--port', '5001', '--host=::', '--allow-lan', '--open'], { PORT: '5000' }),
  ).toEqual({
    ...plain,
    port: 5001,
    isPortGiven: true,
    host: '::',
    allowLan: true,
    open: true,
  });
  expect(parseOptions(['--port=0', '-h'])).toEqual({
    ...plain,
    port: 0,
    isPortGiven: true,
    help: true,
  });
});

test.each([
  [['--port', 'abc'], '--port needs a number from 0 to 65535; "abc" is not one.'],
  [['--port'], '--port needs a number from 0 to 65535; nothing was given.'],
  [['--port', '65536'], '"65536" is not one'],
  [['--port', '-1'], '"-1" is not one'],
  [['--host'], '--host needs an address'],
  [['--prot', '1'], 'There is no option "--prot".'],
  [['--host', '0.0.0.0'], 'Add --allow-lan if that is meant'],
  [['--origin', 'example.org'], '--origin needs the address of a site'],
  [['--origin', 'file:///home/me/a.html'], '--origin needs the address of a site'],
  [['--origin', 'null'], '--origin needs the address of a site'],
  [['--origin', 'http://example.org:*'], '--origin needs the address of a site'],
  [['--origin', '*'], '--origin needs the address of a site'],
])('a wrong option gets a sentence: %j', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});

test('origins are those that browsers send', () => {
  const { origins, headless, command } = parseOptions([
    'key',
    '--headless',
    '--origin=https://example.org/path',
    '--origin',
    'chrome-extension://abcdef',
  ]);
  expect(origins).toEqual(['https://example.org', 'chrome-extension://abcdef']);
  expect([headless, command]).toEqual([true, 'key']);
});

test('a wrong PORT gets a sentence', () => {
  expect(() => parseOptions([], { PORT: 'abc' })).toThrow('PORT needs a number');
});

test('what shrinks is compressed, except big files for this machine', () => {
  const wasm = { path: 'a.wasm', size: 14_000_000 };
  expect(isPacked(wasm, '192.168.1.7')).toBe(true);
  expect(isPacked(wasm, '127.0.0.1')).toBe(false);
  expect(isPacked(wasm, '::ffff:127.0.0.1')).toBe(false);
  expect(isPacked({ path: 'a.js', size: 300_000 }, '127.0.0.1')).toBe(true);
  expect(isPacked({ path: 'a.onnx', size: 300_000 }, '192.168.1.7')).toBe(false);
});

test('_headers replaces the policy of the one worker that reaches the hub', () => {
  const policy = 'content-security-policy';
  const text = headersFile('/alcove/', {
    all: { [policy]: 'a', x: '1' },
    downloads: { [policy]: 'b', x: '1' },
    consent: { [policy]: 'a', 'cross-origin-opener-policy': 'unsafe-none' },
  });
  expect(text).toContain('/alcove/connect\n  ! cross-origin-opener-policy\n');
  expect(text).toContain('/alcove/*\n  content-security-policy: a\n  x: 1\n');
  expect(text).toContain(
    '/alcove/assets/download-worker-*\n  ! content-security-policy\n  content-security-policy: b\n',
  );
});

test('libraries that a browser lacks are named', () => {
  const listing = '\tlibnss3.so => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x7f)\n';
  expect(readMissing(listing)).toEqual(['libnss3.so']);
});

test('pages of apps and editors, and every port of this machine, can be allowed', () => {
  const given = [
    'app://obsidian.md',
    'tauri://localhost',
    'capacitor://localhost',
    'vscode-webview://1a2b',
    'safari-web-extension://AB-CD',
    'chrome-extension://abc',
    'http://localhost:*',
    'http://127.0.0.1:*',
  ];
  expect(parseOptions(given.flatMap((one) => ['--origin', one])).origins).toEqual(given);
});
