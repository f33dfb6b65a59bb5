/** Contracts and statutes written for these tests, in the forms in which such texts come. */

/** Unwrapped, a paragraph a line, without blank lines. */
export const BERTH_LEASE = [
  'BERTH LEASE AGREEMENT',
  'This Berth Lease Agreement (the "Agreement") is made between Quay Works Ltd., a company with its office in Port Lorn ("Owner"), and the person named in Schedule A (the "Tenant"; Owner and Tenant each a "Party" and together the "Parties").',
  'RECITALS',
  'WHEREAS, Owner runs the marina at Port Lorn; and',
  'WHEREAS, the Tenant wishes to moor a vessel there;',
  'NOW, THEREFORE, the Parties agree as follows:',
  '1. DEFINITIONS',
  '1.1 "Berth" means the mooring place whose number stands in Schedule A, with the jetty that leads to it.',
  '1.2 "Berth Fee" means the yearly fee under Section 3.1, without taxes.',
  '1.3 "Vessel" shall mean any boat or ship that:',
  '(a) is registered in the name of the Tenant; and',
  '(b) is not longer than the Berth.',
  '2. USE OF THE BERTH',
  '2.1 Permitted Use. The Tenant shall use the Berth for one Vessel only and shall not:',
  '(a) live aboard the Vessel;',
  '(b) let the Berth to others, unless',
  '(i) Owner has agreed in writing; and',
  '(ii) the Berth Fee has been paid;',
  '(c) store fuel on the jetty.',
  'A breach of this Section gives Owner the right to end the Agreement under Section 4.2(b).',
  '2.2 Repairs. Owner shall keep the Berth in repair in accordance with Schedule B.',
  '3. FEES',
  '3.1 The Tenant shall pay the Berth Fee in advance. Paragraph (a) of Section 2.1 and Sections 4.1 and 4.2 remain unaffected.',
  '3.2 Section 9 of the Harbour Act does not apply.',
  '4. TERM AND TERMINATION',
  '4.1 The Agreement runs for one year.',
  '4.2 Either Party may end it:',
  '(a) with three months notice; or',
  '(b) at once, if the other Party is in breach of Clause 2.',
  'IN WITNESS WHEREOF, the Parties have signed below.',
  'Schedule A',
  'The Berth',
  '1. Number of the Berth: ______',
  '2. Name of the Tenant: ______',
].join('\n');

/** Hard-wrapped, with blank lines and indents; a citation at the beginning of a line. */
export const SUPPLY_TERMS = `
                     TERMS OF SUPPLY

These terms of supply are an agreement between the Seller and the
Buyer named in the order. The parties hereby agree as follows.

ARTICLE I
DEFINITIONS

     1.1  "Goods" means whatever the order names, as set out in
Section 2.2 and in the notes thereto.

     1.2  "Order" means the form that the parties have signed, and
Schedule 1 to it.

ARTICLE II
DELIVERY

     2.1  Place of Delivery. The Seller shall deliver the Goods at
the place that the Order names. The Buyer shall be present. Notice
of delivery is given under Section
4.1 of the Order, and the costs of 2.5 percent are borne by
1.5 persons.

     2.2  The Seller shall, at the request of the Buyer:

          (a)  pack the Goods;

          (b)  insure the Goods, and

               (i)   name the insurer;

               (ii)  hand over the policy.

          (h)  mark the Goods;

          (i)  count the Goods.

     NEITHER PARTY SHALL BE LIABLE TO THE OTHER FOR LOSS OF PROFIT
OR OF GOODWILL, HOWEVER CAUSED, EVEN IF IT HAD BEEN TOLD OF THE
POSSIBILITY OF SUCH LOSS.
`;

/** A statute in German form. */
export const HAFENORDNUNG = `Hafenordnung

§ 1 Geltungsbereich

(1) Diese Ordnung gilt im Hafen und auf den Anlagen nach § 3.

(2) Sie gilt nicht für die Fähre.

§ 2 Begriffe

Im Sinne dieser Ordnung bedeutet „Liegeplatz“ bedeutet den zugewiesenen Platz.

§ 3 Anlagen

Anlagen sind Stege und Kräne.
`;

/** The same as a Markdown document. */
export const MARKDOWN_LICENCE = `# Licence Agreement

This Agreement is made between Lorn Software (the “Licensor”) and the user (the “Licensee”).

## 1. Definitions

**Software** means the program that the Licensor hands over, with its manuals.

- **Seat** means one person who uses the Software.
- "Fee" means the price of a Seat under Section 2.

## 2. Fee

2.1 The Licensee shall pay the Fee for each Seat. See Section 3(b) and Exhibit C.

\`\`\`
Software Seat Section 2
\`\`\`

## 3. Limits

The Licensee shall not

(a) copy the Software;

(b) lend a Seat, subject to the terms herein.
`;
