/**
 * What a command reads, prints, logs and exits with: streams, tables, drawn screens, and failures
 * in one line. Knows no command and no server.
 */
@NullMarked
package io.duetime.server.cli.terminal;

import org.jspecify.annotations.NullMarked;
