/** Signs in with a one-time code and chooses a password, as a native client. */
export async function choosePassword(url: string, username: string, code: string, password: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const refused = await fetch(`${url}/api/auth/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username, password: code }),
  });
  const proof = refused.headers.get('x-reset-proof') ?? '';
  const answer = await fetch(`${url}/api/users/passwordResets/${username}`, {
    method: 'PUT',
    headers: { ...headers, 'x-reset-proof': proof },
    body: JSON.stringify({ username, password, passwordConfirmation: password }),
  });
  if (answer.status !== 204) throw new Error(`The password was not chosen: ${await answer.text()}`);
}
