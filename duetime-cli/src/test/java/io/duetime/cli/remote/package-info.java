/** How replies of a server are read. */
@NullMarked
package io.duetime.cli.remote;

import org.jspecify.annotations.NullMarked;
