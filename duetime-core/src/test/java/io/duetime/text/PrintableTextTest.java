package io.duetime.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTextTest {
  @Test
  void controlCharactersAndThoseOfTheDirectionOfTextAreEscaped() {
    String escape = "\u001b[2J\u009b31m";
    String reversed = "\u202eexe.\u202c\u2066x\u2069\u007f";

    assertThat(PrintableText.line(escape)).isEqualTo("\\u001B[2J\\u009B31m");
    assertThat(PrintableText.line(reversed)).isEqualTo("\\u202Eexe.\\u202C\\u2066x\\u2069\\u007F");
    assertThat(PrintableText.lines(escape + reversed))
        .isEqualTo(PrintableText.line(escape) + PrintableText.line(reversed));
  }

  @Test
  void lineEndsAndTabsStayWhereLinesAreWanted() {
    assertThat(PrintableText.lines("a\tb\nc\r\nd\re")).isEqualTo("a\tb\nc\r\nd\\u000De");
    assertThat(PrintableText.line("a\tb\nc\r\n")).isEqualTo("a\\u0009b\\u000Ac\\u000D\\u000A");
  }

  @Test
  void otherTextsStay() {
    assertThat(PrintableText.lines("größe 50% שלום 😀\\u")).isEqualTo("größe 50% שלום 😀\\u");
  }
}
