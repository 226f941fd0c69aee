import { expect, test } from 'vitest';
import { createTestApi } from '#testing/create-test-api.ts';
import { readForm } from './read-form.ts';

const TYPE = 'multipart/form-data; boundary=b';
const part = (text: string) => `--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n${text}\r\n`;
const form = (count: number, text = '1') => new Blob([`${part(text).repeat(count)}--b--\r\n`]);
const read = (body: BlobPart, type = TYPE) =>
  readForm(
    new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Blob([body]),
    }),
  );
const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

test('parts are read across the steps in which a body is searched', async () => {
  for (const text of ['1', 'a\n--c\n--bb\n'.repeat(40_000), 'x'.repeat(999_930)]) {
    const values = (await read(form(9, text))).getAll('x');
    expect(values.length).toBe(9);
    expect(values.every((value) => value === text)).toBe(true);
  }
  const quoted = 'multipart/form-data; boundary="b"';
  expect((await read(form(2), quoted)).getAll('x')).toEqual(['1', '1']);
});

test('files keep their bytes, with a name, without one, and with names of other encodings', async () => {
  const sound = '\0\xff\r\n--b-\r\n\n';
  for (const [head, name] of [
    ['name="file"; filename="a b.wav"', 'a b.wav'],
    ['name=file; filename=a.wav', 'a.wav'],
    ['name="file"', 'file'],
    ['name="file"; filename*=UTF-8\'\'Gr%C3%BC%C3%9Fe.wav', 'Grüße.wav'],
    ['name="file"; filename="Gr\xfc\xdfe.wav"', 'Grüße.wav'],
    ['name="file"; filename="Gr\xc3\xbc\xc3\x9fe.wav"', 'Grüße.wav'],
    ['name="file"; filename="say \\"a\\".wav"', 'say "a".wav'],
    ['name="file"; filename=""', ''],
  ] as const) {
    const body = bytes(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${sound}\r\n--b--`);
    const file = (await read(body)).get('file');
    if (!(file instanceof File)) throw new Error(head);
    expect(file.name, head).toBe(name);
    expect(new Uint8Array(await file.arrayBuffer()), head).toEqual(bytes(sound));
  }
});

test('what the browser writes is read as it was', async () => {
  const given = new FormData();
  given.append('text', 'Grüße\n"1"');
  given.append('a "name"', '');
  given.append('file', new File(['abc'], 'ü "x".wav', { type: 'audio/wav' }));
  const found = await readForm(new Request('http://localhost/', { method: 'POST', body: given }));
  expect([...found.keys()]).toEqual(['text', 'a "name"', 'file']);
  expect(found.get('text')).toBe(
    'Grüße\r\n"1"'.replace('\r', String(found.get('text')).includes('\r') ? '\r' : ''),
  );
  const file = found.get('file') as File;
  expect([file.name, file.type, await file.text()]).toEqual(['ü "x".wav', 'audio/wav', 'abc']);
});

test('a bad form is refused by its fault', async () => {
  const head = '--b\r\nContent-Disposition: form-data; ';
  for (const [body, type, message] of [
    [part('1'), 'multipart/form-data', "its Content-Type has no 'boundary'"],
    ['hello', TYPE, 'it does not hold the boundary'],
    [part('1'), TYPE, 'it is cut off'],
    [`${head}filename="a"\r\n\r\n1\r\n--b--`, TYPE, 'part 1 has no name'],
    [`${head}name="a"\r\n--b--`, TYPE, 'part 1 has no end of its headers'],
  ] as const) {
    await expect(read(body, type), message).rejects.toMatchObject({
      code: 'invalid_form',
      message: expect.stringContaining(message),
    });
  }
});

test('a form of hundreds of thousands of parts is refused before it is read', async () => {
  const { fetch, key } = await createTestApi();
  const headers = { authorization: `Bearer ${key}`, 'content-type': TYPE };
  const response = await fetch('/v1/audio/transcriptions', {
    method: 'POST',
    headers,
    body: form(200_000),
  });
  expect(response.status).toBe(413);
  expect((await response.json()).error.message).toBe(
    'Request body too large: it holds more than 1000 values.',
  );
});

test('a compressed body is refused by the name of its header', async () => {
  const { fetch, key } = await createTestApi();
  const headers = { authorization: `Bearer ${key}`, 'content-encoding': 'gzip' };
  for (const type of ['application/json', TYPE]) {
    const path = type === TYPE ? '/v1/audio/transcriptions' : '/v1/embeddings';
    const response = await fetch(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: new Uint8Array([31, 139, 8]),
    });
    expect([response.status, (await response.json()).error.message]).toEqual([
      415,
      "Unsupported Content-Encoding: 'gzip'. Send the body as it is, without compression.",
    ]);
  }
});
