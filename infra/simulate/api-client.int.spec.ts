import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from './api-client.js';

it('fails immediately with a message when the certificate is not trusted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ready-room-certificate-'));
  const [key, cert] = [join(folder, 'key'), join(folder, 'certificate')];
  const subject = ['-subj', '/CN=127.0.0.1', '-days', '1', '-nodes', '-newkey', 'rsa:2048'];
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const client = new ApiClient(url, { username: 'root', password: 'secret', role: 'SystemAdmin' });
    await expect(client.get('/api/users')).rejects.toMatchObject({
      name: 'UserError',
      message: `${url} cannot be reached over TLS: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT). If the certificate comes from your own authority, name its file in NODE_EXTRA_CA_CERTS.`,
    });
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
