import type { Random } from './random.ts';

/** Common given and family names of many countries. */
const countries: readonly (readonly [given: string, family: string])[] = [
  [
    'James Mary Robert Patricia Michael Jennifer David Emily Daniel Olivia',
    'Smith Johnson Brown Taylor Wilson Davies Evans Thompson Walker Wright',
  ],
  [
    'Lukas Anna Jonas Lena Maximilian Sophie Felix Laura Stefan Katharina',
    'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Hoffmann Schäfer',
  ],
  [
    'Jean Marie Pierre Camille Louis Chloé Nicolas Élodie Antoine Manon',
    'Martin Bernard Dubois Moreau Laurent Lefebvre Leroy Roux Fournier Girard',
  ],
  [
    'Luca Giulia Marco Francesca Matteo Chiara Giovanni Sara Alessandro Elena',
    'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco',
  ],
  [
    'Antonio Carmen Manuel Lucía Javier Paula Carlos Marta Alejandro Elena',
    'García López Martínez Sánchez Pérez Gómez Fernández Díaz Moreno Ruiz',
  ],
  [
    'João Maria Pedro Ana Tiago Beatriz Rui Mariana Miguel Inês',
    'Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Sousa Almeida',
  ],
  [
    'Jan Anna Piotr Katarzyna Tomasz Agnieszka Paweł Magdalena Michał Ewa',
    'Nowak Kowalski Wiśniewski Wójcik Kamiński Lewandowski Zieliński Szymański Woźniak Mazur',
  ],
  [
    'Erik Emma Lars Ingrid Johan Astrid Anders Karin Magnus Sofia',
    'Andersson Johansson Karlsson Nilsson Hansen Olsen Jensen Nielsen Berg Lindqvist',
  ],
  [
    'Daan Sanne Bram Lotte Thijs Femke Sander Anouk Ruben Iris',
    'de Vries Jansen van den Berg Bakker Visser Smit Mulder de Boer Dekker Vos'.replace(/(de|van den) /g, '$1_'),
  ],
  [
    'Ivan Olga Dmitry Natalia Alexey Tatiana Sergey Irina Andrey Elena',
    'Smirnov Kuznetsov Popov Sokolov Lebedev Kozlov Novikov Morozov Volkov Pavlov',
  ],
  [
    'Oleksandr Oksana Andriy Iryna Mykola Yulia Taras Olena Bohdan Kateryna',
    'Shevchenko Kovalchuk Bondarenko Tkachenko Kravchenko Oliynyk Melnyk Polishchuk Lysenko Marchenko',
  ],
  [
    'Mehmet Ayşe Mustafa Fatma Emre Zeynep Burak Elif Hakan Merve',
    'Yılmaz Kaya Demir Çelik Şahin Yıldırım Aydın Arslan Doğan Koç',
  ],
  [
    'Mohamed Fatima Ahmed Aisha Youssef Khadija Omar Mariam Hassan Nour',
    'Haddad Mansour Khalil Nasser Saleh Farouk Darwish Ibrahim Hamdan Shaheen',
  ],
  [
    'Ali Zahra Reza Maryam Hossein Leila Amir Sara Mehdi Nasrin',
    'Ahmadi Mohammadi Karimi Rahimi Moradi Jafari Rezaei Sadeghi Bagheri Tehrani',
  ],
  [
    'Muhammad Ayesha Usman Sana Bilal Hina Imran Rabia Zain Mahnoor',
    'Khan Malik Qureshi Butt Chaudhry Sheikh Mirza Siddiqui Awan Raja',
  ],
  [
    'Aarav Priya Rahul Ananya Vikram Kavita Arjun Deepa Sanjay Meera',
    'Sharma Patel Gupta Singh Reddy Nair Iyer Mehta Joshi Banerjee',
  ],
  ['Wei Fang Ming Xiuying Lei Yan Jun Min Hao Jing', 'Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou'],
  [
    'Minjun Seoyeon Jiho Jiwoo Dohyun Haeun Junseo Soyeon Hyunwoo Yuna',
    'Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim',
  ],
  [
    'Haruto Yui Sota Sakura Ren Hina Yuto Aoi Kenta Misaki',
    'Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato',
  ],
  ['Minh Linh Hung Lan Tuan Huong Nam Thao Duc Mai', 'Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do'],
  [
    'Budi Siti Agus Dewi Eko Ratna Hendra Wulan Rizky Ayu',
    'Santoso Wijaya Susanto Hidayat Setiawan Saputra Kusuma Nugroho Pratama Lestari',
  ],
  [
    'Chinedu Ngozi Emeka Amaka Tunde Yetunde Ibrahim Zainab Obinna Folake',
    'Okafor Adeyemi Balogun Eze Bello Okoro Adebayo Nwosu Abubakar Ogunleye',
  ],
  [
    'Kwame Akosua Kofi Abena Juma Wanjiru Otieno Achieng Tesfaye Selam',
    'Mensah Owusu Boateng Mwangi Kamau Odhiambo Bekele Tadesse Moyo Dlamini',
  ],
  [
    'Santiago Valentina Mateo Camila Diego Isabella Andrés Daniela Felipe Gabriela',
    'Rodríguez González Ramírez Torres Vargas Castro Rojas Herrera Mendoza Guerrero',
  ],
  [
    'Georgios Maria Dimitris Eleni Nikos Katerina Andrei Ioana Stefan Elena',
    'Papadakis Nikolaou Georgiou Popescu Ionescu Dumitru Petrova Dimitrov Horvat Kovačević',
  ],
];

/** Returns names with one given name and one family name. A fifth of the names have a second given name. */
export function ordinaryNames(count: number, random: Random): readonly string[] {
  const names = new Set<string>();
  while (names.size < count) {
    const [given, family] = random.pick(countries).map((text) => text.split(' ')) as [string[], string[]];
    const second = random.isOneIn(5) ? ` ${random.pick(given)}` : '';
    names.add(`${random.pick(given)}${second} ${random.pick(family).replace('_', ' ')}`);
  }
  return [...names];
}
