/** The npm that runs this script, as a program and its first arguments. The one on the path may be another version. */
export function npm() {
  const path = process.env.npm_execpath;
  return path?.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm'];
}
