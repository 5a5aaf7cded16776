/** An organization of a select field. */
export interface OrganizationChoice {
  id: string;
  name: string;
}
