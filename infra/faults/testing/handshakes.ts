import { request } from 'node:http';

/** A page's first words on a live connection, so many at the same moment; how many were told in due form to come later. */
export async function toldToComeLater(url: string, count: number): Promise<number> {
  const verdicts = await Promise.all(Array.from({ length: count }, () => isToldToComeLater(url)));
  return verdicts.filter(Boolean).length;
}

function isToldToComeLater(url: string): Promise<boolean> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/socket.io/?EIO=4&transport=websocket`, { headers, agent: false });
    asked.once('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(false);
    });
    asked.once('response', ({ statusCode, headers }) => {
      asked.destroy();
      resolve(statusCode === 503 && Number(headers['retry-after']) > 0);
    });
    asked.once('error', reject);
    asked.end();
  });
}
