export const broken = {
  title: "Algo falló de nuestro lado",
  text: "Nada de lo que pagaste se ha perdido. Inténtalo de nuevo en un momento.",
  again: "Reintentar",
};
