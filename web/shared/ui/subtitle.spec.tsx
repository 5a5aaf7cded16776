import { render, screen } from '@testing-library/react';
import { Subtitle } from './subtitle.js';

it('takes a line without a text while its text loads', () => {
  const { rerender } = render(<Subtitle text={undefined} />);
  const line = screen.getByRole('paragraph');
  expect(line).toHaveTextContent(/^$/);
  expect(line.firstElementChild).toHaveAttribute('aria-hidden', 'true');
  rerender(<Subtitle text="Orbital Class 4" />);
  expect(line).toHaveTextContent('Orbital Class 4');
  expect(line.firstElementChild).toBeNull();
});
