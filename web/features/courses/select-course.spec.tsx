import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Group } from '../../../api/contracts/group.contract.js';
import { startFakeServer } from '../../testing/fake-server.js';
import { useSelectCourse, useSwitchClass } from './select-course.js';

const withQueries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);

describe('selecting a course offline', () => {
  beforeEach(async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    await startFakeServer({});
    onlineManager.setOnline(false);
  });
  afterEach(() => {
    onlineManager.setOnline(true);
    jest.restoreAllMocks();
  });

  it('fails immediately for the course that staff view', async () => {
    const { result } = renderHook(() => useSelectCourse('u1'), { wrapper: withQueries });
    act(() => result.current.mutate('g1'));
    await waitFor(() => expect(result.current.isError).toBe(true));
  });

  it('fails immediately for the class that receives the results', async () => {
    const { result } = renderHook(() => useSwitchClass('u1'), { wrapper: withQueries });
    act(() => result.current.mutate({ id: 'g1', name: 'Alpha' } as Group));
    await waitFor(() => expect(result.current.isError).toBe(true));
  });
});
