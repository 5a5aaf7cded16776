import { repositoryText } from '../containers/testing/compose-file.js';

it('has a section in the changelog for the version of package.json, behind what is unreleased', () => {
  const { version } = JSON.parse(repositoryText('package.json')) as { version: string };
  const [first, second] = [...repositoryText('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(first === version || (first === 'Unreleased' && second === version)).toBe(true);
});
