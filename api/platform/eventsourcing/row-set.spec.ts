import { rowSet } from './row-set.js';

it('passes ids, numbers, times and nulls as arrays, and texts and documents as JSON', () => {
  const rows = rowSet({ id: 'uuid', points: 'double precision', late: 'boolean', name: 'text', answers: 'jsonb' });
  expect(rows.columns).toBe('id, points, late, name, answers');
  expect(rows.source).toBe(
    '(select unnest($1::uuid[]) as id, unnest($2::double precision[]) as points, unnest($3::boolean[]) as late, ' +
      'json_array_elements_text($4::json) as name, jsonb_array_elements($5::jsonb) as answers)',
  );
  expect(
    rows.parameters([
      { id: 'a1', points: 0.5, late: false, name: 'Ada "A", {1}\\\n', answers: [{ text: 'So' }] },
      { id: null, points: -0, late: true, name: null, answers: [] },
    ]),
  ).toEqual(['{a1,null}', '{0.5,0}', '{false,true}', '["Ada \\"A\\", {1}\\\\\\n",null]', '[[{"text":"So"}],[]]']);
});
