import { columnsText } from './cell-columns.js';

const parsed = async (...args: Parameters<typeof columnsText>): Promise<unknown> =>
  JSON.parse(`{${await columnsText(...args)}}`);
const PASSED = '40,100,5.5,10,2,4,1,"2026-03-01T10:00:00Z",1';
const FAILED = '7,100,0,0,0,0,0,null,0';

it('lists the members of cells by column, and all users in one order', async () => {
  const cells = [
    { scenario_id: 's1', cells: `u2,${PASSED};u1,${FAILED}` },
    { scenario_id: 's2', cells: `u1,${FAILED};u3,${FAILED};u2,${PASSED}` },
  ];
  expect(await parsed(cells)).toEqual({
    userIds: ['u2', 'u1', 'u3'],
    columns: {
      s1: {
        users: [0, 1],
        total: [40, 7],
        maxTotal: [100, 100],
        questions: [5.5, 0],
        maxQuestions: [10, 0],
        correct: [2, 0],
        counted: [4, 0],
        flags: [1, 0],
        completedAt: ['2026-03-01T10:00:00Z', null],
        level: [1, 0],
      },
      s2: expect.objectContaining({ users: [0, 1, 2], total: [40, 7, 7] }) as unknown,
    },
  });
});

it('lists cells about which staff decided, with and without a result', async () => {
  const cells = `u1,8;u2,${FAILED};u3,${PASSED},1,30,90,1;u4,2;u5,${PASSED},9`;
  expect(await parsed([{ scenario_id: 's1', cells }])).toMatchObject({
    userIds: ['u1', 'u2', 'u3', 'u4', 'u5'],
    columns: {
      s1: {
        users: [1, 2, 4],
        total: [7, 40, 40],
        decided: [
          [1, 1, 30, 90, 1],
          [2, 9],
        ],
        empty: [
          [0, 8],
          [3, 2],
        ],
      },
    },
  });
});

it('is empty for a class without cells', async () => {
  expect(await parsed([])).toEqual({ userIds: [], columns: {} });
});
