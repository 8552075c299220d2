/** The operations of the API, a class for each kind of resource. */
@NullMarked
package io.duetime.server.http.routes;

import org.jspecify.annotations.NullMarked;
