/** The commands that call a server, by their subject. */
@NullMarked
package io.duetime.cli.command;

import org.jspecify.annotations.NullMarked;
