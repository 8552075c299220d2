/** The files of the web console, for a server. */
@NullMarked
package io.duetime.console;

import org.jspecify.annotations.NullMarked;
