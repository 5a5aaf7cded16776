import { saveFile } from './save-file.js';

it('keeps the object URL of a file for a minute, because WebKit reads it after the click', () => {
  jest.useFakeTimers();
  const revoke = jest.fn();
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: revoke });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  saveFile('grades.csv', 'Username\r\n');
  expect(click).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(59_999);
  expect(revoke).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(revoke).toHaveBeenCalledWith('blob:file');
  jest.useRealTimers();
  click.mockRestore();
});
