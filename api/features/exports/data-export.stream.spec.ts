import { dataExportStream } from './data-export.stream.js';

const data = { userId: 'admin', what: 'scores', sessionId: null, organizationId: null } as const;

it('records a download once', () => {
  const [exported, ...others] = dataExportStream.decide(data, dataExportStream.initialState);
  expect([exported, others]).toEqual([{ type: 'DataExported', data }, []]);
  expect(dataExportStream.decide(data, dataExportStream.evolve('unknown', exported!))).toEqual([]);
});
