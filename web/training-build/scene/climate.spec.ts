import { climateAt } from './climate.js';

it.each([
  ['the Sahara', 5, 24],
  ['Arabia', 47, 22],
  ['Inner Australia', 131, -25],
  ['the Gobi', 104, 43],
])('classifies %s as desert', (_, longitude, latitude) => {
  expect(climateAt(longitude, latitude)).toBeGreaterThan(0.6);
  expect(climateAt(longitude, latitude)).toBeLessThan(0.9);
});

it.each([
  ['the Amazon', -62, -4],
  ['the Congo', 22, 0],
  ['Central Europe', 12, 50],
  ['Siberia', 100, 60],
])('classifies %s as forest', (_, longitude, latitude) => expect(climateAt(longitude, latitude)).toBeLessThan(0.2));

it.each([
  ['Antarctica', 100, -80],
  ['Greenland', -42, 72],
  ['the Arctic islands', 60, 81],
])('classifies %s as ice', (_, longitude, latitude) => expect(climateAt(longitude, latitude)).toBeGreaterThan(1));
