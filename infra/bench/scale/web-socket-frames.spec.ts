import { FrameReader, textFrame } from './web-socket-frames.js';

const frame = (text: string): Buffer => {
  const length = Buffer.byteLength(text);
  const head = Buffer.from(length > 125 ? [0x81, 126, length >> 8, length & 0xff] : [0x81, length]);
  return Buffer.concat([head, Buffer.from(text)]);
};

describe('frames of a server', () => {
  const stream = Buffer.concat([frame('2'), frame('x'.repeat(300)), frame('42["changes"]'), Buffer.from([0x88, 0])]);

  it.each([1, 3, 7, 50, stream.length])('are told apart however they are cut (%d bytes at a time)', (size) => {
    const told: (string | number)[] = [];
    const reader = new FrameReader(
      (beginning, bytes) => told.push(beginning.slice(0, 13), bytes),
      () => told.push('closed'),
    );
    for (let at = 0; at < stream.length; at += size) reader.take(stream.subarray(at, at + size));
    expect(told).toEqual(['2', 3, 'x'.repeat(13), 304, '42["changes"]', 15, 'closed']);
  });
});

it('is masked when a client sends it', () => {
  const sent = textFrame('hello');
  expect([sent[0], sent[1]]).toEqual([0x81, 0x85]);
  const mask = sent.subarray(2, 6);
  expect(
    sent
      .subarray(6)
      .map((byte, at) => byte ^ mask[at % 4]!)
      .toString(),
  ).toBe('hello');
});
