/** Returns true when the badge of used seats is red (docs/rules.md#seat-badge). */
export function isNearUserLimit(activeUsers: number, userLimit: number): boolean {
  const left = userLimit - activeUsers;
  return left === 1 || (activeUsers >= userLimit * 0.95 && left <= 25);
}
