import { attachment } from './attachment.js';

it.each([
  ['Scores.csv', `attachment; filename="Scores.csv"; filename*=UTF-8''Scores.csv`],
  [
    'Prüfung "1" (a\'s)\r\nx: y.csv',
    `attachment; filename="Pr_fung _1_ (a's)__x_ y.csv"; filename*=UTF-8''Pr%C3%BCfung%20_1_%20%28a%27s%29__x_%20y.csv`,
  ],
  ['🚀.xlsx', `attachment; filename="__.xlsx"; filename*=UTF-8''%F0%9F%9A%80.xlsx`],
])('returns the header for the file name %j', (name, header) => {
  expect(attachment(name)).toBe(header);
});
