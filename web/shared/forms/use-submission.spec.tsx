import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../api-client/api-error.js';
import { FormDialog } from '../ui/form-dialog.js';
import { FormText } from './form-fields.js';
import { useSchemaForm } from './use-schema-form.js';
import { useSubmission } from './use-submission.js';

interface Sent {
  name: string;
  key: string;
}

/** A page with one dialog; requests end with these outcomes in order. */
function open(...outcomes: (Error | Promise<void>)[]) {
  const sent: Sent[] = [];
  const send = (name: string, key: string): Promise<void> => {
    sent.push({ name, key });
    const outcome = outcomes.shift();
    return outcome instanceof Error ? Promise.reject(outcome) : (outcome ?? Promise.resolve());
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page send={send} />
    </QueryClientProvider>,
  );
  return sent;
}

function Page({ send }: { send: (name: string, key: string) => Promise<void> }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return <p>Closed</p>;
  return <NameDialog send={send} onClose={() => setOpen(false)} />;
}

function NameDialog({ send, onClose }: { send: (name: string, key: string) => Promise<void>; onClose: () => void }) {
  const action = useSubmission({ send });
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ name: z.string().min(1, 'Enter a name.') }),
    values: { name: '' },
    action,
  });
  return (
    <FormDialog
      title="New course"
      submit="Create"
      action={action}
      problem={problem}
      onSubmit={handleSubmit(({ name }) => action.mutate(name, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <FormText control={control} name="name" label="Name" />
      <button type="button" onClick={action.reset}>
        Start over
      </button>
    </FormDialog>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Name' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Create' }));
const closed = () => screen.findByText('Closed');

const unanswered = () => new ApiError(0, 'No answer');

describe('useSubmission', () => {
  it('sends one request for two clicks in the same frame', async () => {
    const sent = open();
    type('Operations 101');
    press();
    press();
    await closed();
    expect(sent).toEqual([{ name: 'Operations 101', key: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  });

  it('sends one request while Enter is held down', async () => {
    const sent = open();
    type('Operations 101');
    for (let repeat = 0; repeat < 10; repeat += 1) {
      fireEvent.submit(field().closest('form')!);
      await Promise.resolve();
    }
    await closed();
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a missing response', unanswered()],
    ['a server error', new ApiError(503, 'The service is not available.')],
  ])('keeps the idempotency key for the same content after %s', async (_, error) => {
    const sent = open(error);
    type('Operations 101');
    press();
    expect(await screen.findByText(error.title)).toBeVisible();
    press();
    await closed();
    expect(sent).toHaveLength(2);
    expect(sent[1]!.key).toBe(sent[0]!.key);
  });

  it('keeps the idempotency key when the retry of an unanswered request is refused', async () => {
    const sent = open(unanswered(), new ApiError(429, 'Too many requests'));
    type('Operations 101');
    press();
    await screen.findByText('No answer');
    press();
    await screen.findByText('Too many requests');
    press();
    await closed();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('uses a new idempotency key for other content', async () => {
    const sent = open(unanswered());
    type('Operations 101');
    press();
    await screen.findByText('No answer');
    type('Operations 102');
    press();
    await closed();
    expect(sent[1]!.key).not.toBe(sent[0]!.key);
  });

  it('uses a new idempotency key after a refusal, which changed nothing', async () => {
    const sent = open(new ApiError(409, 'Not now'));
    type('Operations 101');
    press();
    await screen.findByText('Not now');
    press();
    await closed();
    expect(sent[1]!.key).not.toBe(sent[0]!.key);
  });

  it('can be submitted again after a reset during the request', async () => {
    let answer = () => {};
    const sent = open(new Promise((resolve) => (answer = resolve)));
    type('Operations 101');
    press();
    await waitFor(() => expect(sent).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    await act(async () => answer());
    press();
    await closed();
    expect(sent).toHaveLength(2);
  });

  it('sends nothing that violates the schema, and shows what is missing', async () => {
    const sent = open();
    press();
    await waitFor(() => expect(field()).toHaveAccessibleDescription('Enter a name.'));
    expect(field()).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it("marks a field with the server's error until an edit", async () => {
    open(new ApiError(400, 'Invalid', { name: ['Already taken.'] }));
    type('Operations 101');
    press();
    await waitFor(() => expect(field()).toHaveAccessibleDescription('Already taken.'));
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    type('Operations 102');
    await waitFor(() => expect(field()).toBeValid());
  });

  it('shows errors of the server that belong to no field above the buttons', async () => {
    open(new ApiError(400, 'Invalid', { other: ['Out of range.'] }));
    type('Operations 101');
    press();
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of range.');
    type('Operations 102');
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });
});
