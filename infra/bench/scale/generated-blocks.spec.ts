import { blockOf, markdownTable, withBlocks } from './generated-blocks.js';

const PAGE = 'Before\n\n<!-- measured: node -->\n\nold\n\n<!-- end -->\n\nAfter\n';

it('replaces only the text between the marks', () => {
  const page = withBlocks(PAGE, { node: 'new' });
  expect(page).toBe(PAGE.replace('old', 'new'));
  expect(blockOf(page, 'node')).toBe('new');
});

it('names a block that a page does not have', () => {
  expect(() => withBlocks(PAGE, { hour: 'new' })).toThrow('The page has no block hour.');
});

it('makes columns as wide as their widest text', () => {
  expect(markdownTable(['A', 'Longer'], [['ten', '1']])).toBe('| A   | Longer |\n| --- | ------ |\n| ten | 1      |');
});
