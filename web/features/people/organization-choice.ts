/** An organization to choose from. */
export interface OrganizationChoice {
  id: string;
  name: string;
}
