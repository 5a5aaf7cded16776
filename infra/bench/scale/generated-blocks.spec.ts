import { blockOf, markdownTable, withBlocks } from './generated-blocks.js';

const PAGE = 'Before\n\n<!-- measured: node -->\n\nold\n\n<!-- end -->\n\nAfter\n';

it('replaces what stands between the marks, and nothing else', () => {
  const page = withBlocks(PAGE, { node: 'new' });
  expect(page).toBe(PAGE.replace('old', 'new'));
  expect(blockOf(page, 'node')).toBe('new');
});

it('says which block a page does not have', () => {
  expect(() => withBlocks(PAGE, { hour: 'new' })).toThrow('The page has no block hour.');
});

it('makes columns as wide as their widest text', () => {
  expect(markdownTable(['A', 'Longer'], [['ten', '1']])).toBe('| A   | Longer |\n| --- | ------ |\n| ten | 1      |');
});
