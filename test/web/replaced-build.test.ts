import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { loadAssets } from '../../src/web/assets';

const folder = mkdtempSync(join(tmpdir(), 'griot-build-'));
let server: Server;

beforeAll(async () => {
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ 'a.js': 'a-1.js' }));
  for (const name of ['a-1.js', 'a-1.js.br']) writeFileSync(join(folder, name), name);
  server = createServer(express().use(loadAssets([folder]).router));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test('a file that another build has removed since the start is not found, and not cached', async () => {
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/assets/a-1.js`;
  const before = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  for (const name of ['a-1.js', 'a-1.js.br']) rmSync(join(folder, name));
  const after = await fetch(address);

  expect([before.status, await before.text()]).toEqual([200, 'a-1.js']);
  expect(after.status).toBe(404);
  expect(after.headers.get('cache-control')).toBeNull();
});
