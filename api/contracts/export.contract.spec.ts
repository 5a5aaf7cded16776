import { LeaderboardExportQuery, ScoresExportQuery } from './export.contract.js';

it('accepts names of time zones and defaults to UTC', () => {
  expect(ScoresExportQuery.parse({})).toEqual({
    attempts: 'best',
    format: 'csv',
    includeFailedScores: 'false',
    layout: 'list',
    zone: 'UTC',
  });
  for (const zone of ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC']) {
    expect(LeaderboardExportQuery.parse({ zone }).zone).toBe(zone);
  }
});

it.each([
  { zone: 'Mars/Olympus_Mons' },
  { zone: '' },
  { zone: '+02:00' },
  { zone: 'Europe/Berlin\r\nx-a: b' },
  { zone: 'A'.repeat(65) },
  { format: 'pdf' },
  { limit: '5' },
  { layout: 'wide' },
])('refuses %j', (query) => {
  expect(ScoresExportQuery.safeParse(query).success).toBe(false);
});
