import { Detail } from './detail.js';

function after(pictures: number, everyMs: number, detail = new Detail()): Detail {
  for (let nth = 0; nth <= pictures; nth += 1) detail.drawnAt(1_000_000 + nth * everyMs);
  return detail;
}

it('stays fine at a sufficient frame rate', () => expect(after(200, 33).value).toBe(1));

it('becomes coarser at a low frame rate, down to a limit', () => {
  expect(after(20, 70).value).toBeCloseTo(0.7);
  expect(after(20, 120).value).toBeCloseTo(0.5);
  expect(after(2_000, 120).value).toBe(0.4);
});

it('reacts after few pictures when each takes long', () => expect(after(3, 600).value).toBeCloseTo(0.5));

it('ignores the time during which nothing is drawn because nothing changes', () => {
  const detail = new Detail();
  for (let nth = 0; nth < 200; nth += 1) {
    detail.drawnAt(nth * 1_000);
    detail.rest();
  }
  expect(detail.value).toBe(1);
});

it('becomes finer again when there is time', () => expect(after(400, 16, after(2_000, 120)).value).toBe(1));

it('ignores the time during which the page was hidden', () => expect(after(200, 60_000).value).toBe(1));
