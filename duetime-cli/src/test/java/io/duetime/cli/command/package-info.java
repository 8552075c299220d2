/** Tests of the commands that call a server. */
@NullMarked
package io.duetime.cli.command;

import org.jspecify.annotations.NullMarked;
