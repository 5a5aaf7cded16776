import { repositoryText } from '../containers/testing/compose-file.js';

it('has a section for the version of package.json, after the unreleased changes', () => {
  const { version } = JSON.parse(repositoryText('package.json')) as { version: string };
  const [first, second] = [...repositoryText('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(first === version || (first === 'Unreleased' && second === version)).toBe(true);
});
