/**
 * The {@code duetime} command: it starts a server, or talks to one over HTTP.
 *
 * <p>Each subcommand is a class; {@code docs/cli.md} says what they take, print and exit with.
 */
@NullMarked
package io.duetime.server.cli;

import org.jspecify.annotations.NullMarked;
