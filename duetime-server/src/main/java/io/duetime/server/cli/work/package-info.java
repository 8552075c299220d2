/**
 * The {@code work} command: claims jobs, runs a program for each, keeps its lease and settles it.
 */
@NullMarked
package io.duetime.server.cli.work;

import org.jspecify.annotations.NullMarked;
