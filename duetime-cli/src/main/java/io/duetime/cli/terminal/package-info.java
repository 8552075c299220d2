/**
 * The input and output of commands: streams, tables, screens, logs, exit codes and failures.
 * Depends on no command and no server.
 */
@NullMarked
package io.duetime.cli.terminal;

import org.jspecify.annotations.NullMarked;
