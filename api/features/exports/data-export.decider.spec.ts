import { dataExportDecider } from './data-export.decider.js';

const data = { userId: 'admin', what: 'scores', sessionId: null, organizationId: null } as const;

it('remembers a download once', () => {
  const [exported, ...others] = dataExportDecider.decide(data, dataExportDecider.initialState);
  expect([exported, others]).toEqual([{ type: 'DataExported', data }, []]);
  expect(dataExportDecider.decide(data, dataExportDecider.evolve('unknown', exported!))).toEqual([]);
});
