/**
 * True when the users-of-limit badge is red (product §9): at least 95 % of the seats are taken with 25 or fewer left, or
 * exactly one is left.
 */
export function isNearUserLimit(activeUsers: number, userLimit: number): boolean {
  const left = userLimit - activeUsers;
  return left === 1 || (activeUsers >= userLimit * 0.95 && left <= 25);
}
